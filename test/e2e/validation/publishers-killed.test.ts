import { it } from 'node:test';
import { killDeliveries } from '../support/killed/killed-deliveries.ts';

it('loses nothing that it was to publish when the process is killed in mid-delivery', (t) => killDeliveries(t));
