declare global {
  interface Window {
    engineFaults?: string[]
  }
}

/**
 * Collects what goes wrong in a page from its first script on: errors, rejections, and `ad-error` events.
 * Faults of a frame, and those left when the page goes, are posted to `address`; nobody could read them later.
 * The function is sent as text, so it may use nothing from outside.
 */
export const hearFaults = (address: string) => {
  if (window.engineFaults) return
  const faults: string[] = []
  window.engineFaults = faults
  const post = () => {
    if (faults.length > 0) navigator.sendBeacon(address, JSON.stringify(faults.splice(0)))
  }
  const note = (fault: string) => {
    faults.push(fault)
    if (window.top !== window) post()
  }
  // A page that is left drops its requests, which is no fault of it.
  let isLeft = false
  addEventListener('beforeunload', () => {
    isLeft = true
  })
  addEventListener('pagehide', post)
  addEventListener('error', (event) => {
    if (event.message) note(`error: ${event.message}`)
  })
  addEventListener('unhandledrejection', ({ reason }) => note(`unhandled rejection: ${reason}`))
  addEventListener('securitypolicyviolation', (event) => note(`policy: ${event.violatedDirective} ${event.blockedURI}`))
  // The console keeps the errors of its elements to itself, so they are heard on the way down.
  const hear = (event: Event) => {
    if (isLeft) return
    const { code } = event instanceof CustomEvent ? event.detail : { code: '' }
    const [target] = event.composedPath()
    note(`ad-error: ${target instanceof Element ? target.localName : ''} ${code}`)
  }
  addEventListener('ad-error', hear, { capture: true })
}
