/** The full sentences of the searches; short labels are in the components. */
export const strings = {
  aboutMarks:
    'A thumb records whether a page is right for this query. It measures the source, and does not change the ranking.',
} as const;
