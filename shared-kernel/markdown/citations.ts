/** The URLs of a message's citations, a JSON-encoded list (B3.02). An unreadable list gives none. */
export const citationsIn = (citations: string | undefined): string[] => {
  if (!citations) return [];
  try {
    const list: unknown = JSON.parse(citations);
    return Array.isArray(list) ? list.filter((url): url is string => typeof url === 'string') : [];
  } catch {
    // A text without its sources is better than none.
    return [];
  }
};
