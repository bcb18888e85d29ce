import { platform } from '../hood/manifest.js'
import { frameAttributes, hasFrame } from './frame-address.js'
import { partners } from './state.js'

const escaped = (text) => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;')
const words = (attributes) =>
  Object.entries(attributes)
    .map(([name, value]) => (value === '' ? ` ${name}` : ` ${name}="${escaped(value)}"`))
    .join('')
const fetchToken = "async ({ signal }) => (await fetch('/token', { signal })).json()"
const object = (tokens) =>
  `{ ${Object.entries(tokens)
    .map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`)
    .join(', ')} }`
const hasTokens = (tokens) => Object.keys(tokens).length > 0

function page(tag, attributes, tokens) {
  return `<script type="module" src="${platform}/placard.js"></script>
<${tag}${words(attributes)}></${tag}>
<script type="module">
  const element = document.querySelector('${tag}')
  element.getToken = ${fetchToken}${hasTokens(tokens) ? `\n  element.themeTokens = ${object(tokens)}` : ''}
</script>`
}

/** Text in braces survives what quotes alone would not. */
const written = (value) => (/["&\\\n]/.test(value) ? `{${JSON.stringify(value)}}` : `"${value}"`)
const inJsx = (attributes) =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}=${written(value)}`)
    .join('')

const react = (tag, attributes, tokens) => `import 'placard/${tag}'
import type {} from 'placard/types/react'

const getToken = ${fetchToken}
${hasTokens(tokens) ? `const tokens = ${object(tokens)}\n` : ''}
export const Placed = () => (
  <${tag}${inJsx(attributes)} getToken={getToken}${hasTokens(tokens) ? ' themeTokens={tokens}' : ''} />
)`

const vue = (tag, attributes, tokens) => `<script setup>
import 'placard/${tag}'

const getToken = ${fetchToken}${hasTokens(tokens) ? `\nconst tokens = ${object(tokens)}` : ''}
</script>

<template>
  <${tag}${words(attributes)} .getToken="getToken"${hasTokens(tokens) ? ' .themeTokens="tokens"' : ''} />
</template>`

const server = (client) => `const secret = Buffer.from(\`\${process.env.PLACARD_ID}:\${process.env.PLACARD_SECRET}\`).toString('base64')

app.get('/token', async (request, response) => {
  const answer = await fetch('${platform}/idp/token', {
    method: 'POST',
    headers: { Authorization: \`Basic \${secret}\` },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      user: request.user.email,
      client: '${client}',
      permissions: 'reports.read',
    }),
  })
  response.status(answer.status).json(await answer.json())
})`

/** The tabs, in their order. */
export const snippetNames = { page: 'Page', frame: 'Frame', react: 'React', vue: 'Vue', server: 'Server' }

/** What one writes to get what is set; text, always of this moment. */
export function snippetOf(name, state) {
  const { tag, tokens, dir, place } = state
  const attributes = { ...state.attributes, ...(dir && { dir }) }
  const isFramed = place === 'frame' && hasFrame(tag)
  if (name === 'server') return server(partners[state.as].given['client-id'])
  if (name === 'frame' && tag !== 'ad-frame')
    return hasFrame(tag)
      ? page('ad-frame', { ...frameAttributes(state), ...(dir && { dir }) }, {})
      : `<!-- ${tag} has no page for frames. -->`
  const parts =
    isFramed && name !== 'page' ? ['ad-frame', { ...frameAttributes(state), ...(dir && { dir }) }, {}] : [tag, attributes, tokens]
  return { page, frame: page, react, vue }[name](...parts)
}
