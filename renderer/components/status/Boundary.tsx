import { Component, type ReactNode } from 'react';
import { Button } from '../controls/Button.tsx';
import { EmptyState } from './EmptyState.tsx';

interface BoundaryProps {
  /** What is inside, as a sentence begins: `The preview`. */
  readonly name: string;
  readonly children: ReactNode;
}

/** Keeps a fault in the drawing of one part of the window from taking the rest away: what is typed is in the store. */
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
        title={`${this.props.name} could not be drawn`}
        actions={<Button onPress={() => this.setState({ message: undefined })}>Draw it again</Button>}
      >
        {`Nothing is lost: what you typed is kept. Draw it again, or load the page again. The reason: ${message}`}
      </EmptyState>
    );
  }
}
