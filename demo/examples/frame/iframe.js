import { connect } from 'https://console.example/host.js'

const frame = document.querySelector('iframe')
const connection = connect(frame, {
  getToken: async ({ signal }) => (await fetch('/token', { signal })).json(),
})

connection.on('resized', ({ height }) => {
  frame.height = String(height)
})
connection.on('ad-ready', () => {
  document.querySelector('#heard').textContent = 'The figures are there.'
})
document.querySelector('#leave').addEventListener('click', () => {
  connection.dispose()
  frame.remove()
})
