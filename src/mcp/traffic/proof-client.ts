/** The client that proves a new connection: the log has its messages, but it is no running client. */
export const proofClient = { name: 'prompt-workbench-proof', version: '1.0.0' } as const;
