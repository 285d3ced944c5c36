export { type HttpEndpoint, type HttpOptions, startHttpEndpoint } from './http/endpoint.ts';
