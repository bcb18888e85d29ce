import type { IncomingMessage, ServerResponse } from 'node:http'
import { answerFile, type PartnerServer, partnerToken, type Visitor } from './partner-server.ts'

export const shopVisitor: Visitor = { clientId: 'fernhill-site', user: 'ailsa@fernhill.example', client: 1, advertisers: '1' }

/** The partner's own server: serves its pages, and tokens for its signed-in user. */
export const shopListener = (server: PartnerServer) => async (request: IncomingMessage, response: ServerResponse) => {
  const path = new URL(request.url ?? '/', 'http://partner').pathname
  if (path === '/shop/token') return partnerToken(server, response, { ...shopVisitor, permissions: 'reports.read' })
  return answerFile(server, response, 'shop', path.replace(/^\/shop\/?/, '') || 'index.html')
}
