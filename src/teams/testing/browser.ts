/** A browser as far as a login needs one: it follows redirects and keeps cookies. */

/** @returns where it ends, with the text of that page */
export async function followRedirects(start: string): Promise<{ readonly url: string; readonly text: string }> {
  const cookies = new Map<string, string>();
  let url = start;
  for (let step = 0; step < 20; step++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const set of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (set.split(';')[0] ?? '').split(/=(.*)/s);
      cookies.set(name, value);
    }
    const location = answer.headers.get('location');
    if (location === null) return { url, text: await answer.text() };
    url = new URL(location, url).href;
  }
  throw new Error('There are more than 20 redirects.');
}
