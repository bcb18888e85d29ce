import { platform } from '../inspector/manifest.js'
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

/** Uses a JSX expression for values that need escaping. */
const written = (value) => (/["&\\\n]/.test(value) ? `{${JSON.stringify(value)}}` : `"${value}"`)
const inJsx = (attributes) =>
  Object.entries(attributes)
    .map(([name, value]) => (value === '' ? ` ${name}` : ` ${name}=${written(value)}`))
    .join('')

/** A bundled import needs the platform's origin; a frame has it in its address. */
const shared = (tag) => (tag === 'ad-frame' ? [] : [`configure({ apiBase: '${platform}' })`])
const imports = (tag) => [...(tag === 'ad-frame' ? [] : ["import { configure } from 'placard'"]), `import 'placard/${tag}'`].join('\n')

/** React sets a function as a property only if the element is already defined, so a ref sets it. */
const react = (tag, attributes, tokens) => `${imports(tag)}

${[...shared(tag), ''].join('\n')}const getToken = ${fetchToken}
const give = (node) => {
  if (node) Object.assign(node, { getToken${hasTokens(tokens) ? `, themeTokens: ${object(tokens)}` : ''} })
}

export const Placed = () => <${tag}${inJsx(attributes)} ref={give} />`

const vue = (
  tag,
  attributes,
  tokens,
) => `<!-- The plugin needs template.compilerOptions.isCustomElement = (tag) => tag.startsWith('ad-') -->
<script setup>
${imports(tag)}

${[...shared(tag), ''].join('\n')}const getToken = ${fetchToken}${hasTokens(tokens) ? `\nconst tokens = ${object(tokens)}` : ''}
</script>

<template>
  <${tag}${words(attributes)} :getToken.prop="getToken"${hasTokens(tokens) ? ' :themeTokens.prop="tokens"' : ''} />
</template>`

const server = (client) => `import { createServer } from 'node:http'

const { PLACARD_ID, PLACARD_SECRET, PORT = '8080' } = process.env
const basic = btoa(\`\${encodeURIComponent(PLACARD_ID)}:\${encodeURIComponent(PLACARD_SECRET)}\`)

/** Replace this with your own sign-in. Never issue a token without a signed-in user. */
const visitorOf = (request) => 'ailsa@fernhill.example'

async function tokenFor(user) {
  const answer = await fetch('${platform}/idp/token', {
    method: 'POST',
    headers: { Authorization: \`Basic \${basic}\` },
    body: new URLSearchParams({ grant_type: 'client_credentials', user, client: '${client}', permissions: 'reports.read' }),
    signal: AbortSignal.timeout(5000),
  })
  if (!answer.ok) throw new Error(\`No token: \${answer.status} \${await answer.text()}\`)
  const { access_token, expires_at } = await answer.json()
  return { access_token, expires_at }
}

async function tokenAnswer(user) {
  if (!user) return [401, { error: 'Sign in first' }]
  try {
    return [200, await tokenFor(user)]
  } catch (error) {
    process.stderr.write(\`\${error.message}\\n\`)
    return [502, { error: 'The platform gave no token. Try again in a moment.' }]
  }
}

createServer(async (request, response) => {
  const [status, body] = request.url === '/token' ? await tokenAnswer(visitorOf(request)) : [404, { error: 'Nothing here' }]
  response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }).end(JSON.stringify(body))
}).listen(Number(PORT))`

/** Tab titles, in display order. */
export const snippetNames = { page: 'Page', frame: 'Frame', react: 'React', vue: 'Vue', server: 'Server' }

/** The code for the current settings. */
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
