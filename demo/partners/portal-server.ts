import type { IncomingMessage, ServerResponse } from 'node:http'
import { answerFile, type PartnerServer, partnerToken, type Visitor } from './partner-server.ts'

export const portalVisitor: Visitor = { clientId: 'greenbasket-portal', user: 'supplier-desk', client: 2 }

/** The retailer's portal: serves the page with the frame, and tokens for the supplier's user. */
export const portalListener = (server: PartnerServer) => async (request: IncomingMessage, response: ServerResponse) => {
  const path = new URL(request.url ?? '/', 'http://partner').pathname
  if (path === '/portal/token') return partnerToken(server, response, { ...portalVisitor, permissions: 'reports.read' })
  return answerFile(server, response, 'portal', path.replace(/^\/portal\/?/, '') || 'index.html')
}
