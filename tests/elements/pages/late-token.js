/* A host that sets getToken in a later module; counts the animation frames until the element calls it. */
const element = document.querySelector('ad-report-chart')
window.wasDefinedBeforeGetToken = customElements.get(element.localName) !== undefined
let frames = 0
const count = () => {
  frames += 1
  requestAnimationFrame(count)
}
requestAnimationFrame(count)
element.getToken = async () => {
  window.framesUntilAsked ??= frames
  return { access_token: 'one', expires_at: Date.now() / 1000 + 600 }
}
