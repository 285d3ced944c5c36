/** Components whose code is loaded when they are first shown. */
import { type ComponentType, lazy } from 'react';

/** Each makes one component load its code again. */
const renewals = new Set<() => void>();
const failedStyles = new Set<HTMLLinkElement>();

/** As React's `lazy`, which keeps a failure forever: after `retryLoading`, the component loads its code again. */
export function lazyView<Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
): ComponentType<Props> {
  const create = () =>
    lazy(() =>
      load().catch((error: unknown) => {
        renewals.add(renew);
        throw error;
      }),
    );
  let View = create();
  const renew = () => {
    View = create();
  };
  return (props) => <View {...props} />;
}

/** Notes which style sheets of components cannot be loaded: the code of the build asks for each only once. */
export function followFailedStyles(): void {
  const note = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedStyles.add(target);
  };
  // Such an event does not bubble.
  document.addEventListener('error', note, true);
}

/** Loads failed style sheets again, and the code of failed components when they are next drawn. */
export function retryLoading(): void {
  for (const link of failedStyles) link.replaceWith(link.cloneNode());
  failedStyles.clear();
  for (const renew of renewals) renew();
  renewals.clear();
}
