import { randomUUID } from 'node:crypto';

/** Plans that wait for a person's decision. Only the newest ones stay: a plan is useful only while a window shows it. */
export class Plans<Plan> {
  readonly #plans = new Map<string, Plan>();
  readonly #maxCount: number;

  constructor(maxCount: number) {
    this.#maxCount = maxCount;
  }

  /** @returns the id of the plan */
  add(plan: Plan): string {
    const id = randomUUID();
    this.set(id, plan);
    return id;
  }

  set(id: string, plan: Plan): void {
    this.#plans.set(id, plan);
    const [oldestKey] = this.#plans.keys();
    if (this.#plans.size > this.#maxCount && oldestKey !== undefined) this.#plans.delete(oldestKey);
  }

  get(id: string): Plan | undefined {
    return this.#plans.get(id);
  }

  delete(id: string): void {
    this.#plans.delete(id);
  }
}
