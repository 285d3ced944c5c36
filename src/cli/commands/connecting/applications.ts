/** Checks the names of client applications on a command line. Loads their facts only when needed. */
import { WorkbenchError } from '../../../base/errors.ts';
import { UsageError } from '../../outcome.ts';

/** @throws UsageError with the nearest name, or all names */
export async function assertApplication(name: string): Promise<void> {
  const { applicationOf } = await import('../../../clients/applications/applications.ts');
  try {
    applicationOf(name);
  } catch (error) {
    throw error instanceof WorkbenchError ? new UsageError(error.message) : error;
  }
}

/** All names, as part of a sentence. */
export async function applicationNames(): Promise<string> {
  const { applications } = await import('../../../clients/applications/applications.ts');
  return applications.map(({ id }) => id).join(', ');
}
