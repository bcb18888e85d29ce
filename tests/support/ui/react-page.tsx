import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Polls until a condition holds; React flushes its updates before each check. */
export async function until(holds: () => boolean) {
  // Longer than any wait on a busy machine.
  const end = performance.now() + 25_000
  while (!holds()) {
    if (performance.now() > end) throw new Error(`Timed out waiting for ${holds}`)
    await act(turn)
  }
}

/** Waits for pending updates, before a test checks that something did not happen. */
export const quiet = () => act(() => new Promise<void>((resolve) => setTimeout(resolve, 60)))

/** Mounts a tree in the page. */
export async function mount(node: ReactNode, container: Element | ShadowRoot = document.body.appendChild(document.createElement('div'))) {
  const root = createRoot(container)
  const render = (next: ReactNode) => act(async () => root.render(next))
  await render(node)
  return { container, render, text: () => container.textContent ?? '', unmount: () => act(async () => root.unmount()) }
}
export type Mounted = Awaited<ReturnType<typeof mount>>
