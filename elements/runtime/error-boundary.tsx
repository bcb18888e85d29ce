import { Component, type ReactNode } from 'react'

interface BoundaryProps {
  readonly onError: (error: unknown) => void
  readonly onRetry: () => void
  /** What the children are made of; when one of these changes, they get another try. */
  readonly madeOf: readonly unknown[]
  readonly fallback: (error: unknown, retry: () => void) => ReactNode
  readonly children: ReactNode
}

/** Keeps an error inside its element, so that its siblings live on. */
export class ErrorBoundary extends Component<BoundaryProps, { readonly error: unknown; readonly hasFailed: boolean }> {
  override state = { error: undefined, hasFailed: false }

  static getDerivedStateFromError(error: unknown) {
    return { error, hasFailed: true }
  }

  override componentDidCatch(error: unknown) {
    this.props.onError(error)
  }

  // What was wrong may have been put right: an attribute, the language, the path.
  override componentDidUpdate({ madeOf }: BoundaryProps) {
    const isSame = madeOf.length === this.props.madeOf.length && madeOf.every((one, at) => Object.is(one, this.props.madeOf[at]))
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
