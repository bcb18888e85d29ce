import { type ComponentProps, type ComponentType, createElement, lazy } from 'react'

/** Delay in ms; by then the page has rendered and its first requests are done. */
const settled = 4000
const againMs = 2000
const maxTries = 5

const waiting: (() => Promise<unknown>)[] = []

/** Loads the queued modules one at a time, so that they do not delay what the user needs. Failed ones retry on first use. */
function fetchNext() {
  void waiting
    .shift()?.()
    .catch(() => undefined)
    .then(fetchNext)
}

/** Retries a failed load a few times, and without limit while offline. */
export const retryImport = <Loaded>(load: () => Promise<Loaded>, triesLeft = maxTries): Promise<Loaded> =>
  load().catch(async (error: unknown) => {
    const isOnLine = navigator.onLine
    if (isOnLine && triesLeft === 0) throw error
    await new Promise((resolve) => setTimeout(resolve, againMs))
    return retryImport(load, isOnLine ? triesLeft - 1 : triesLeft)
  })

type AnyComponent = ComponentType<any> // same constraint as React's lazy

const failedLoads = new Set<() => void>()

/** Makes failed lazy components load again on their next render; React itself caches a failure forever. */
export function retryFailedLazies() {
  for (const renew of failedLoads) renew()
  failedLoads.clear()
}

/** A lazy component that loads again after `retryFailedLazies`. */
export function retryableLazy<Part extends AnyComponent>(load: () => Promise<{ default: Part }>): ComponentType<ComponentProps<Part>> {
  const createLazy = () =>
    lazy(() =>
      load().catch((error: unknown) => {
        failedLoads.add(() => {
          Current = createLazy()
        })
        throw error
      }),
    )
  let Current = createLazy()
  return (props) => createElement(Current, props)
}

/** A lazy component that loads on first render, or earlier, in the background after startup. It then opens immediately, even offline. */
export const lazyIdle: typeof retryableLazy = (load) => {
  if (waiting.push(load) === 1) setTimeout(fetchNext, settled)
  return retryableLazy(() => retryImport(load))
}
