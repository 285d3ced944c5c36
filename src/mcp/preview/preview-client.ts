/** What the workbench's own clients call themselves when they ask a server for the preview. */
export const previewClient = { name: 'prompt-workbench-preview', version: '1.0.0' } as const;
