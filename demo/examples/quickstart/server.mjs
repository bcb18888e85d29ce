import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'

const visitor = { user: 'ailsa@example.com', permissions: 'reports.read' }
const form = { grant_type: 'client_credentials', client_id: 'my-site', client_secret: process.env.SECRET, ...visitor }
const getToken = async () => (await fetch('https://console.example/idp/token', { method: 'POST', body: new URLSearchParams(form) })).text()

createServer(async ({ url }, response) => {
  const answer = url === '/token' ? getToken() : readFile('index.html')
  response.end(await answer.catch((error) => JSON.stringify({ error: error.message })))
}).listen(8080, () => process.stdout.write('Open http://localhost:8080\n'))
