declare global {
  interface Window {
    engineFaults?: string[]
  }
}

/**
 * Collects errors, rejections and `ad-error` events in a page from its first script on. Faults of a frame, and those left at pagehide, are
 * posted to `address`, because they cannot be read later. The function is sent as text, so it must not use anything from outside.
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
  // A page aborts its requests when it unloads; that is no fault.
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
  // The console stops the error events of its elements, so they are captured on the way down.
  const hear = (event: Event) => {
    if (isLeft) return
    const { code } = event instanceof CustomEvent ? event.detail : { code: '' }
    const [target] = event.composedPath()
    note(`ad-error: ${target instanceof Element ? target.localName : ''} ${code}`)
  }
  addEventListener('ad-error', hear, { capture: true })
}
