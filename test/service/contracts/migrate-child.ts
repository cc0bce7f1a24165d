/** A process that makes the tables of a schema: `node migrate-child.js URL SCHEMA`. */
import pg from 'pg';
import { postgresStore } from '../../../src/service/stores/postgres.js';

const [connectionString, schema] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: connectionString!, max: 1 });
await postgresStore({ client: pool, schema: schema! }).migrate();
await pool.end();
