import { Component, type ReactNode } from 'react';
import { Button } from '../controls/Button.tsx';
import { EmptyState } from './EmptyState.tsx';

interface BoundaryProps {
  /** The name of its content, as the start of a sentence: `The preview`. */
  readonly name: string;
  readonly children: ReactNode;
}

/** Limits a rendering error to one part of the window. Unsaved edits are safe in the store. */
export class Boundary extends Component<BoundaryProps, { readonly message: string | undefined }> {
  override state = { message: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { message: error instanceof Error ? error.message : String(error) };
  }

  override render(): ReactNode {
    const { message } = this.state;
    if (message === undefined) return this.props.children;
    return (
      <EmptyState
        title={`${this.props.name} could not be displayed`}
        actions={<Button onPress={() => this.setState({ message: undefined })}>Try again</Button>}
      >
        {`Your edits are safe. Try again, or reload the page. Reason: ${message}`}
      </EmptyState>
    );
  }
}
