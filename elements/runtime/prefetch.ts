import { cacheTimes } from '../../src/kit/session/times.ts'
import { acquireAccess, releaseAccess } from '../../src/kit/access.ts'
import type { Question } from '../../src/kit/prefetch.ts'
import { languageOf } from './language.ts'
import { type PageOptions, runtimeOptions } from './page.ts'

/** What the surface of a tag asks first, by what the tag says and the platform's time. */
export type FirstQuestions = (said: Readonly<Record<string, string>>, language: string, now: Date) => readonly Question[]

/** How each element that has begun to ask takes it back. */
const begun = new WeakMap<Element, () => void>()

const camel = (attribute: string) => attribute.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Attributes by the names of their properties, and the properties that were set before there was a class to take them. */
const saidBy = (element: Element): Record<string, string> => ({
  ...Object.fromEntries([...element.attributes].map(({ name, value }) => [camel(name), value])),
  ...Object.fromEntries(Object.entries(element).filter(([, value]) => typeof value === 'string')),
})

/** Lets go of what was asked in an element's name and its surface did not take. */
export function leave(element: Element) {
  begun.get(element)?.()
  begun.delete(element)
}

/** Asks what a surface will ask first while its code is on the way; an element that goes takes it back. */
export function begin(element: Element & PageOptions, questionsOf: FirstQuestions) {
  const options = runtimeOptions(element)
  if (!options.getToken || begun.has(element) || customElements.get(element.localName)) return
  const access = acquireAccess(options)
  const said = saidBy(element)
  for (const question of questionsOf(said, languageOf(element, said.locale), access.now())) access.begun.ask(element, question)
  const check = () => element.isConnected || leave(element)
  const watch = new MutationObserver(check)
  watch.observe(document, { subtree: true, childList: true })
  // Where no code comes, an answer is as old in the end as one that the surface would not take.
  const timer = setTimeout(leave, cacheTimes.default, element)
  begun.set(element, () => {
    watch.disconnect()
    clearTimeout(timer)
    access.begun.leave(element)
    releaseAccess(access)
  })
  check()
}
