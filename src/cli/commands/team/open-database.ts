import type { Database } from '../../../team/database/database.ts';
import { UsageError } from '../../outcome.ts';

/** Opens the database of a team server. @param address the option `--database` @throws UsageError */
export async function openDatabase(address: string, log: (message: string) => void): Promise<Database> {
  if (!/^postgres(ql)?:\/\//.test(address))
    throw new UsageError('--database must be an address such as postgres://user:password@host/name.');
  const { openPostgres } = await import('../../../team/database/postgres.ts');
  return openPostgres(address, log);
}
