/** The full sentences about team servers; short labels are in the components. */
export const strings = {
  about:
    'A team server serves one prompt library to a whole company. Adding one contacts its address; you log in on the next page.',
  address: 'As your colleagues write it, such as https://prompts.example.com.',
  clientId:
    'Needed only if the issuer of tokens does not register programs automatically. Your administrator registers the program with the redirect address http://127.0.0.1:47563/callback.',
  none: 'Add the address of a team server to see which commit it serves, and to connect client applications to it.',
  loggedOut: 'Log in to see what you may use. The login page of your company opens in the browser.',
  waiting: 'The login page is open in your browser. This page continues when you have logged in.',
  noServers: "You don't have access to any server here. Ask the operator of the team server.",
  removing: (name: string) =>
    `${name} is removed from this list, and your login to it is deleted. Its servers stay set up in client applications: to remove them there too, disconnect them first.`,
  notServed: 'A newer commit is not served.',
  older: 'An older commit was published again, and is served until the ref moves. The newest one is:',
  next: (commit: string) => `Commit ${commit} is published, and will be served within seconds.`,
} as const;
