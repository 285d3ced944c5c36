/** The build and the tests read these files as text. */
declare module '*.sql' {
  const text: string;
  export default text;
}
