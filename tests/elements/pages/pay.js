// A payment page: each button posts what the payment page of the platform posts.
const answers = {
  Succeed: { status: 'succeeded', payment_method_id: 13 },
  Decline: { status: 'declined', reason: 'insufficient_funds' },
  Cancel: { status: 'canceled' },
  Confirm: { status: 'needs_action' },
}
for (const [name, answer] of Object.entries(answers)) {
  const button = document.createElement('button')
  button.textContent = name
  button.onclick = () => parent.postMessage({ type: 'placard-pay', ...answer }, location.origin)
  document.body.append(button)
}
