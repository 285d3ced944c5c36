/** How long a test's own work takes, whatever else the machine does. */

/** @returns a function that gives the milliseconds of computing time since */
export function cpuClock(): () => number {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
}
