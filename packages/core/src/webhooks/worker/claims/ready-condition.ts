/** Whether a delivery, known as `d`, is ready to be sent: in SQL of both engines, as the index of what is ready has it. */
export const READY_CONDITION = "d.status = 'pending' and d.lease_until is null and d.waiting_for is null"
