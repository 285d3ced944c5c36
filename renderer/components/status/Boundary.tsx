import { Component, type ReactNode } from 'react';
import { Button } from '../controls/Button.tsx';
import { Modal } from '../overlay/Modal.tsx';
import { EmptyState } from './EmptyState.tsx';
import { retryLoading } from './lazy-view.tsx';

interface BoundaryProps {
  /** The name of its content, as the start of a sentence: `The preview`. */
  readonly name: string;
  /** Closes its content, which is a dialog. */
  readonly onClose?: () => void;
  readonly children: ReactNode;
}

/** Limits a rendering error to one part of the window. Unsaved edits are safe in the store. */
export class Boundary extends Component<BoundaryProps, { readonly message: string | undefined }> {
  override state = { message: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { message: error instanceof Error ? error.message : String(error) };
  }

  readonly #retry = () => {
    retryLoading();
    this.setState({ message: undefined });
  };

  override render(): ReactNode {
    const { message } = this.state;
    const { name, onClose, children } = this.props;
    if (message === undefined) return children;
    const title = `${name} could not be displayed`;
    const advice = `Your edits are safe. Try again, or reload the page. Reason: ${message}`;
    const button = <Button onPress={this.#retry}>Try again</Button>;
    if (!onClose)
      return (
        <EmptyState title={title} actions={button}>
          {advice}
        </EmptyState>
      );
    return (
      <Modal title={title} onClose={onClose} footer={button}>
        {advice}
      </Modal>
    );
  }
}
