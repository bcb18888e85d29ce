import { next, noToken, until } from '../page-parts.js'

const values = { src: '/embedded/clients/1/chart', title: 'The page inside' }
const givenFor = (attribute) => values[attribute] ?? (attribute.endsWith('-id') ? '1' : undefined)

/** What stands in an element beyond its skeleton: something that speaks, or a page inside. */
export const contentOf = (element) => {
  const root = element.shadowRoot
  return root && !root.querySelector('.waiting') && root.querySelector('h1, h2, h3, h4, [role=alert], iframe')
}

/** A page of its own, in which no earlier check has left anything. */
export async function openPage(address = '/pages/empty') {
  const frame = Object.assign(document.createElement('iframe'), { src: address, width: 900, height: 700 })
  document.body.append(frame)
  await next(frame, 'load')
  const { contentWindow: window, contentDocument } = frame
  const load = (src) =>
    new Promise((resolve, reject) => {
      const script = Object.assign(contentDocument.createElement('script'), { src, type: 'module', onload: resolve })
      script.onerror = () => reject(new Error(`${src} did not load`))
      contentDocument.head.append(script)
    })
  return {
    window,
    document: contentDocument,
    load,
    /** The module as the page itself has it; a script of ours would get a second copy. */
    module: (address) => window.eval(`import(${JSON.stringify(address)})`),
    close: () => frame.remove(),
  }
}

/** Makes an element with what its tag cannot do without, not yet in the page. */
export function make({ document }, { tag, props }, attributes = {}, properties = { getToken: noToken }) {
  const element = document.createElement(tag)
  const given = props.flatMap(({ attribute }) => (attribute && givenFor(attribute) ? [[attribute, givenFor(attribute)]] : []))
  for (const [name, value] of [...given, ...Object.entries(attributes)]) element.setAttribute(name, value)
  return Object.assign(element, properties)
}

/** Puts one into the page and waits until it has content. */
export async function shown(page, subject, attributes, properties) {
  const element = make(page, subject, attributes, properties)
  page.document.body.append(element)
  await until(() => contentOf(element), `the content of ${subject.tag}`)
  return element
}

/** Runs a check on a page where the tag is known. */
export const onPage = (check) => async (subject) => {
  const page = await openPage()
  try {
    await page.load(subject.script)
    return (await check(page, subject)) ?? []
  } finally {
    page.close()
  }
}

/** A fault when it is not so. */
export const unless = (isRight, fault) => (isRight ? [] : [fault])

/** Whether something comes to be in time; a check says so instead of failing. */
export const comes = (find) => until(find).then(Boolean, () => false)

export const turn = () => new Promise((resolve) => setTimeout(resolve))
