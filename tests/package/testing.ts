import { connect } from 'placard/host'
import { attacks, fakeElement, fakeFrame, fixtures, fuzzed, lookAlikes, runAttacks } from 'placard/testing'

const chart = fakeElement('ad-report-chart')
chart.element.clientId = '1'
chart.emit('ad-report-exported', { rows: 3 }).valueOf()
chart.received.map(({ what, name }) => `${what} ${name}`)
const { access_token } = await chart.needToken('refused')
access_token.trim()
// @ts-expect-error rows are counted
chart.emit('ad-report-exported', { rows: '3' })
// @ts-expect-error an undeclared tag
fakeElement('ad-nothing')

const frame = fakeFrame({ origin: 'https://console.example', versions: { oldest: 1, newest: 2 } })
const connection = connect(frame.element)
frame.send('resized', { height: 300 })
frame.send('ready')
frame.answer('confirm-leave', () => ({ allowed: true }))
// @ts-expect-error a height is needed
frame.send('resized', {})
// @ts-expect-error an answer says whether it is allowed
frame.answer('confirm-leave', () => ({}))
connection.dispose()

fixtures.messages.resized.payload?.height
fixtures.errors.no_token.error?.retryable.valueOf()
fixtures.events['ad-report-exported'].type.trim()
// @ts-expect-error an unknown code
fixtures.errors.no_idea
fuzzed(1, 10).length.toFixed()
lookAlikes('https://console.example').map((origin) => origin.length)
attacks.map(({ name, what }) => name + what)
const failures = await runAttacks((attacked) => connect(attacked), attacks)
failures.map(({ name, found }) => name + found.join())
