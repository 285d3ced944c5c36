/** Restricts a search to a part of a source's pages. */
import type { Passage } from '../engine/types.ts';

/**
 * Whether a passage belongs to a section: `docs/api` names a folder or page of that path, `Install` a page or heading of
 * that title.
 */
export function isInSection({ location, title, headings }: Passage, section: string): boolean {
  const sectionName = section.trim().toLowerCase();
  const path = sectionName.replace(/^\/+|\/+$/g, '');
  if (path !== '' && `/${location.toLowerCase()}/`.includes(`/${path}/`)) return true;
  return [title, ...headings].some((heading) => heading.trim().toLowerCase() === sectionName);
}
