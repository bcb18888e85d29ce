import { button, node } from '../inspector/nodes.js'
import { snippetNames, snippetOf } from './snippets.js'

const names = Object.keys(snippetNames)
const steps = { ArrowRight: 1, ArrowLeft: -1 }

const kinds = [
  ['code-comment', /<!--[\s\S]*?-->|\/\*[\s\S]*?\*\/|(?<=\s)\/\/[^\n]*/],
  ['code-text', /"[^"\n]*"|'[^'\n]*'|`[^`]*`/],
  ['code-tag', /<\/?[a-zA-Z][\w-]*|\/?>(?=\s|$|<)|\b(?:import|from|export|const|await|async|return|function|if|throw|new|try|catch)\b/],
]
const anyKind = new RegExp(kinds.map(([, pattern]) => `(${pattern.source})`).join('|'), 'g')

/** The code as nodes, in which comments, texts, tags and keywords have a colour. */
function coloured(code) {
  let at = 0
  const nodes = []
  for (const match of code.matchAll(anyKind)) {
    const kind = kinds[match.slice(1).findIndex(Boolean)][0]
    nodes.push(code.slice(at, match.index), node('span', { className: kind, textContent: match[0] }))
    at = match.index + match[0].length
  }
  return [...nodes, code.slice(at)]
}

/** The snippet for each framework, with a copy button. */
export function snippetTabs(state, choose) {
  const text = node('code')
  const panel = node('pre', { id: 'snippet', role: 'tabpanel', tabIndex: 0 }, text)
  const said = node('span', { role: 'status', className: 'said' })
  const copy = async () => {
    said.textContent = await navigator.clipboard.writeText(text.textContent).then(
      () => 'Copied',
      () => 'The browser blocked copying. Select the text and copy it.',
    )
  }
  const tabs = names.map((name) => {
    const tab = button(snippetNames[name], () => choose(name))
    tab.onkeydown = ({ key }) => {
      const next = steps[key] && names.at((names.indexOf(name) + steps[key]) % names.length)
      if (!next) return
      choose(next)
      tabs[names.indexOf(next)].focus()
    }
    return Object.assign(tab, { role: 'tab', id: `tab-${name}` })
  })
  for (const tab of tabs) tab.setAttribute('aria-controls', 'snippet')
  const list = node('div', { role: 'tablist', ariaLabel: 'Code snippets' }, ...tabs)
  return {
    node: node('div', { className: 'snippets' }, node('div', { className: 'bar' }, list, said, button('Copy', copy)), panel),
    follow() {
      const now = state()
      said.textContent = ''
      text.replaceChildren(...coloured(snippetOf(now.snippet, now)))
      panel.setAttribute('aria-labelledby', `tab-${now.snippet}`)
      for (const [index, tab] of tabs.entries()) {
        tab.ariaSelected = String(names[index] === now.snippet)
        tab.tabIndex = names[index] === now.snippet ? 0 : -1
      }
    },
  }
}
