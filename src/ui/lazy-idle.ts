import { type ComponentProps, type ComponentType, createElement, lazy } from 'react'

/** By then the first picture is there and what it asked for has come. */
const settled = 4000
const [againMs, times] = [2000, 5]

const waiting: (() => Promise<unknown>)[] = []

/** One after the other: nobody waits for what they have not asked for. What fails is asked for again when it is shown. */
function fetchNext() {
  void waiting
    .shift()?.()
    .catch(() => undefined)
    .then(fetchNext)
}

/** Asks a few times more for what did not come, and for as long as there is no network. */
export const patiently = <Loaded>(load: () => Promise<Loaded>, left = times): Promise<Loaded> =>
  load().catch(async (error: unknown) => {
    const isOnLine = navigator.onLine
    if (isOnLine && left === 0) throw error
    await new Promise((resolve) => setTimeout(resolve, againMs))
    return patiently(load, isOnLine ? left - 1 : left)
  })

type AnyComponent = ComponentType<any> // the constraint that React gives its own lazy components

const failed = new Set<() => void>()

/** Lets parts whose code did not come load again: React keeps the failure of a lazy component for ever. */
export function renewFailedParts() {
  for (const renew of failed) renew()
  failed.clear()
}

/** A lazy component that loads again after `renewFailedParts`. */
export function renewable<Part extends AnyComponent>(load: () => Promise<{ default: Part }>): ComponentType<ComponentProps<Part>> {
  const make = () =>
    lazy(() =>
      load().catch((error: unknown) => {
        failed.add(() => {
          Current = make()
        })
        throw error
      }),
    )
  let Current = make()
  return (props) => createElement(Current, props)
}

/** A part whose code comes when it is shown, or before that once the page is still: it opens at once then, without a network too. */
export const later: typeof renewable = (load) => {
  if (waiting.push(load) === 1) setTimeout(fetchNext, settled)
  return renewable(() => patiently(load))
}
