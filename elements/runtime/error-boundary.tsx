import { Component, type ReactNode } from 'react'

interface BoundaryProps {
  readonly onError: (error: unknown) => void
  readonly onRetry: () => void
  /** Inputs of the children; after an error, a change of one of them renders the children again. */
  readonly resetKeys: readonly unknown[]
  readonly fallback: (error: unknown, retry: () => void) => ReactNode
  readonly children: ReactNode
}

/** Confines an error to its element, so that other elements keep working. */
export class ErrorBoundary extends Component<BoundaryProps, { readonly error: unknown; readonly hasFailed: boolean }> {
  override state = { error: undefined, hasFailed: false }

  static getDerivedStateFromError(error: unknown) {
    return { error, hasFailed: true }
  }

  override componentDidCatch(error: unknown) {
    this.props.onError(error)
  }

  // A changed attribute, language or path may have fixed the error.
  override componentDidUpdate({ resetKeys }: BoundaryProps) {
    const isSame =
      resetKeys.length === this.props.resetKeys.length && resetKeys.every((item, at) => Object.is(item, this.props.resetKeys[at]))
    if (this.state.hasFailed && !isSame) this.#retry()
  }

  readonly #retry = () => {
    this.props.onRetry()
    this.setState({ error: undefined, hasFailed: false })
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback(this.state.error, this.#retry) : this.props.children
  }
}
