/** The name that the preview's clients send to a server. */
export const previewClient = { name: 'prompt-workbench-preview', version: '1.0.0' } as const;
