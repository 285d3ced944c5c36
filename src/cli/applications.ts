/** Client applications as command lines name them. What is known of them is loaded when it is asked for. */
import { WorkbenchError } from '../base/errors.ts';
import { UsageError } from './outcome.ts';

/** @throws UsageError with the name that was meant, or all there are */
export async function assertApplication(name: string): Promise<void> {
  const { applicationOf } = await import('../clients/applications/applications.ts');
  try {
    applicationOf(name);
  } catch (error) {
    throw error instanceof WorkbenchError ? new UsageError(error.message) : error;
  }
}

/** The names of all of them, for a sentence. */
export async function applicationNames(): Promise<string> {
  const { applications } = await import('../clients/applications/applications.ts');
  return applications.map(({ id }) => id).join(', ');
}
