import * as z from 'zod';

/** The result of a page's sign-in (`src/app/browser-host/sign-in.ts`). */
export const credentials = z.object({
  /** Sent with every request. */
  token: z.string(),
  /** Never sent again: proves that a call which starts a program comes from the page that signed in. */
  secret: z.string(),
});

export type Credentials = z.output<typeof credentials>;

/** Credentials, or the reason why the sign-in failed. */
export type SignInOutcome = Credentials | { readonly refusal: string };

const answer = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: credentials }),
  z.object({ ok: z.literal(false), error: z.object({ message: z.string() }) }),
]);

/** Exchanges the code of a link for a session at the browser host of that origin. */
export async function exchangeCode(origin: string, code: string): Promise<SignInOutcome> {
  try {
    const response = await fetch(`${origin}/api/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code }),
    });
    const reply = answer.parse(await response.json());
    return reply.ok ? reply.value : { refusal: reply.error.message };
  } catch {
    return {
      refusal:
        'The workbench did not answer: run prompt-workbench open (or npm start) again and open the link that it prints.',
    };
  }
}
