/**
 * Imported before the first schema. The content security policy forbids `eval`, which Zod would try at the first schema:
 * the browser then reports a violation, and reads the whole script again for the error's stack.
 */
import { config } from 'zod';

config({ jitless: true });
