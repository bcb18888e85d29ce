import { starts } from 'built:tags'
import { useEffect, useState } from 'react'

/** Whether there is something to show under a tag: ours, or a page's own element of that name. */
export const isBuilt = (tag: string) => tag === 'ad-console' || starts[tag] !== undefined || customElements.get(tag) !== undefined

/** Whether an element says that it takes an attribute; one that is not known to the page yet takes none. */
export function declares(tag: string, attribute: string): boolean {
  const names: unknown = Reflect.get(customElements.get(tag) ?? {}, 'observedAttributes')
  return Array.isArray(names) && names.includes(attribute)
}

/** Makes a tag known to the page, whichever way the console came there; gives what went wrong, and how to try again. */
export function useStarted(tag: string) {
  const [failed, setFailed] = useState<{ readonly tag: string; readonly error: unknown }>()
  const [attempt, setAttempt] = useState(0)
  const [, setKnown] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry fetches anew what failed
  useEffect(() => {
    if (customElements.get(tag)) return
    let isWanted = true
    // What it declares is known from now on.
    void customElements.whenDefined(tag).then(() => isWanted && setKnown(tag))
    starts[tag]?.().then(
      ({ start }) => start(),
      (error: unknown) => isWanted && setFailed({ tag, error }),
    )
    return () => {
      isWanted = false
    }
  }, [tag, attempt])
  const retry = () => {
    setFailed(undefined)
    setAttempt(attempt + 1)
  }
  return { error: failed?.tag === tag ? failed.error : undefined, retry }
}
