import { createContext, useContext } from 'react';

/** What is being dragged: its sort, and its place in words of its list. */
export interface Carried {
  readonly sort: string;
  readonly place: string;
}

export interface Carrying {
  readonly carried: Carried | undefined;
  carry(carried: Carried | undefined): void;
}

export const CarryingContext = createContext<Carrying>({ carried: undefined, carry: () => {} });

export function useCarrying(): Carrying {
  return useContext(CarryingContext);
}
