import { createContext, useContext } from 'react';

/** The dragged entry: its kind, and its place in its list. */
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
