declare global {
  interface Window {
    engineFaults?: string[]
  }
}

/**
 * Collects what goes wrong in a page from now on: errors, rejections, and `ad-error` events.
 * It is sent as text, so it may use nothing from outside; a second call in the same page does nothing.
 */
export const hearFaults = () => {
  if (window.engineFaults) return
  const faults: string[] = []
  window.engineFaults = faults
  addEventListener('error', (event) => {
    if (event.message) faults.push(`error: ${event.message}`)
  })
  addEventListener('unhandledrejection', ({ reason }) => faults.push(`unhandled rejection: ${reason}`))
  addEventListener('securitypolicyviolation', (event) => faults.push(`policy: ${event.violatedDirective} ${event.blockedURI}`))
  document.addEventListener('ad-error', (event) => {
    const { code } = event instanceof CustomEvent ? event.detail : { code: '' }
    const tag = event.target instanceof Element ? event.target.localName : ''
    faults.push(`ad-error: ${tag} ${code}`)
  })
}
