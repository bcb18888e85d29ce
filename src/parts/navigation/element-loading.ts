import { startModules } from 'built:tags'
import { useEffect, useState } from 'react'

/** True if the tag can be rendered: our element, or a page's own element of that name. */
export const isBuilt = (tag: string) => tag === 'ad-console' || startModules[tag] !== undefined || customElements.get(tag) !== undefined

/** True if the defined element observes the attribute. */
export function observesAttribute(tag: string, attribute: string): boolean {
  const names: unknown = Reflect.get(customElements.get(tag) ?? {}, 'observedAttributes')
  return Array.isArray(names) && names.includes(attribute)
}

/** Loads the element of a tag. Returns a load error and a retry function. */
export function useElement(tag: string) {
  const [failure, setFailure] = useState<{ readonly tag: string; readonly error: unknown }>()
  const [attempt, setAttempt] = useState(0)
  const [, setKnown] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry must load again
  useEffect(() => {
    if (customElements.get(tag)) return
    let isWanted = true
    // Re-renders, because `observesAttribute` works only on defined elements.
    void customElements.whenDefined(tag).then(() => isWanted && setKnown(tag))
    startModules[tag]?.().then(
      ({ start }) => start(),
      (error: unknown) => isWanted && setFailure({ tag, error }),
    )
    return () => {
      isWanted = false
    }
  }, [tag, attempt])
  const retry = () => {
    setFailure(undefined)
    setAttempt(attempt + 1)
  }
  return { error: failure?.tag === tag ? failure.error : undefined, retry }
}
