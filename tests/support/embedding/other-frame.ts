import type { Page } from 'playwright/test'

interface OtherFrame {
  /** The protocol versions that it claims. */
  readonly oldest?: number
  readonly newest?: number
}

/** Replaces the embedded page with one of another release: it shakes hands, records messages, and never answers. */
export async function replyAsOtherFrame(page: Page, address: string, { oldest = 1, newest = 1 }: OtherFrame) {
  const body = `<!doctype html><title>Another release</title><script>
window.receivedMessages = []
const hello = () => parent.postMessage({ ns: 'placard', type: 'hello', oldest: ${oldest}, newest: ${newest}, nonce: 'a nonce of another release' }, '*')
onmessage = ({ data, ports: [port] }) => {
  clearInterval(again)
  window.receivedMessages.push(data)
  if (port) port.onmessage = (event) => window.receivedMessages.push(event.data)
}
const again = setInterval(hello, 100)
</script>`
  await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body }))
}

/** A host of another release: its answer to the frame's hello has no port. */
export const otherHost = (address: string) => `<iframe src="${address}" title="The chart" width="900" height="700"></iframe>
<script>
onmessage = ({ data, source, origin }) => {
  if (data.type === 'hello') source.postMessage({ ns: 'placard', type: 'connect', nonce: data.nonce, code: 'version_unsupported' }, origin)
}
</script>`
