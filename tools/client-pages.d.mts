export const clientPage: string;
export function withTables(page: string, facts: Readonly<Record<string, unknown>>): string;
