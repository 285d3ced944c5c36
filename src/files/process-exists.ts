/** Whether this computer has a process with this id. The id may belong to another program by now. */
export function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process runs and belongs to another account.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
