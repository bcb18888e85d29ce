import { FundsScreen } from '../screen.tsx'

/** The available funds and the ledger behind them. */
export default function BalanceScreen() {
  return <FundsScreen>{null}</FundsScreen>
}
