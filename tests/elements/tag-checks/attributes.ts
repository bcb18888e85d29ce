import { comes, make, onPage, openPage, type OpenPage, type Prop, type Subject, turn, unless } from './page.ts'

const samples: Readonly<Record<string, unknown>> = { text: 'de', number: 7, flag: true }
const shapes: Readonly<Record<string, () => unknown>> = {
  function: () => () => Promise.reject(new Error('signed out')),
  array: () => [],
  string: () => 'de',
  number: () => 7,
}
const sampleOf = ({ kind, shape }: Prop) => samples[kind] ?? (shapes[shape] ?? (() => ({})))()
const isKind =
  (...kinds: readonly Prop['kind'][]) =>
  ({ kind }: Prop) =>
    kinds.includes(kind)

/** A property set before the code loads is kept, and then handled by the element. */
export async function keepsEarlyProperties(subject: Subject) {
  const page = await openPage()
  try {
    const early = page.document.createElement(subject.tag)
    const given = new Map(subject.props.map((prop) => [prop.name, sampleOf(prop)]))
    for (const [name, value] of given) Object.defineProperty(early, name, { value, configurable: true, enumerable: true, writable: true })
    page.document.body.append(early)
    await page.load(subject.script)
    await page.window.customElements.whenDefined(subject.tag)
    await turn()
    return subject.props.flatMap(({ name }) => [
      ...unless(Reflect.get(early, name) === given.get(name), `${name}, set early, is ${String(Reflect.get(early, name))}`),
      ...unless(!Object.hasOwn(early, name), `${name}, set early, hides the tag’s own`),
    ])
  } finally {
    page.close()
  }
}

async function known(page: OpenPage, subject: Subject) {
  const element = make(page, subject)
  page.document.body.append(element)
  await page.window.customElements.whenDefined(subject.tag)
  return element
}

/** A bare flag is true, a removed one false, and property and attribute agree. */
export const readsFlags = onPage(async (page, subject) => {
  const element = await known(page, subject)
  return subject.props.filter(isKind('flag')).flatMap(({ name, attribute = name }) => {
    const value = () => Reflect.get(element, name)
    const isOff = value() === false
    element.setAttribute(attribute, '')
    const isOn = value() === true
    element.removeAttribute(attribute)
    const isOffAgain = value() === false
    Reflect.set(element, name, true)
    const isWritten = element.getAttribute(attribute) === ''
    Reflect.set(element, name, false)
    return [
      ...unless(isOff, `${name} is not false without its attribute`),
      ...unless(isOn, `a bare ${attribute} is not true`),
      ...unless(isOffAgain, `${name} is not false after its attribute went`),
      ...unless(isWritten && !element.hasAttribute(attribute), `${name} does not write its attribute`),
    ]
  })
})

/** Attribute and property agree, and removing the attribute clears the property. */
export const clearsRemovedAttributes = onPage(async (page, subject) => {
  const element = await known(page, subject)
  const faults: string[] = []
  for (const { name, attribute = name, kind } of subject.props.filter(isKind('text', 'number'))) {
    const value = String(samples[kind])
    element.setAttribute(attribute, value)
    faults.push(...unless(await comes(() => String(Reflect.get(element, name)) === value), `${attribute} is not ${name}`))
    element.removeAttribute(attribute)
    await turn()
    faults.push(
      ...unless((Reflect.get(element, name) ?? '') === '', `${name} is still ${Reflect.get(element, name)} after ${attribute} went`),
    )
  }
  return faults
})
