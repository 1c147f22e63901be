/** The condition of ready deliveries `d`, in SQL of both engines, as in their index. */
export const READY_CONDITION = "d.status = 'pending' and d.lease_until is null and d.waiting_for is null"
