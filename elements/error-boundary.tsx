import { Component, type ReactNode } from 'react'

interface BoundaryProps {
  readonly onError: (error: unknown) => void
  readonly onRetry: () => void
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

  readonly #retry = () => {
    this.props.onRetry()
    this.setState({ error: undefined, hasFailed: false })
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback(this.state.error, this.#retry) : this.props.children
  }
}
