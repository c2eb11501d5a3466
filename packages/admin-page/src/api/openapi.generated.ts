// Made by `npm run generate:client` from the gateway's OpenAPI document. Not for hand editing.

export interface paths {
    "/api/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** This document */
        get: operations["describeApi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The catalog as a canonical CSV, or in parts, which import back as all unchanged
         * @description Streamed from one snapshot. Where the export fails midway, the connection is aborted: an answer that ends properly is complete. It begins once a connection to the database is free, within 20 s; else the answer is 429 where exports of the same storefront have them, 503 where others have, and Retry-After says when one is likely to be free.
         */
        get: operations["exportCatalog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products/images/{image_id}/{rendition}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A rendition of an image */
        get: operations["readRendition"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The open import drafts, newest first, without their rows */
        get: operations["listDrafts"];
        put?: never;
        /** Upload a catalog as CSV or Excel workbook (.xlsx) and preview what it would change */
        post: operations["createDraft"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products/imports/{draft_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** An import draft, with the first page of its rows */
        get: operations["getDraft"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products/imports/{draft_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Delete an import draft; repeating it within the draft’s hour has the same answer */
        post: operations["cancelDraft"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products/imports/{draft_id}/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Apply the previewed changes, all of them or none
         * @description Confirming the same draft again answers with the same run.
         */
        post: operations["confirmDraft"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products/imports/{draft_id}/errors.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The rejected rows as uploaded, each with what is wrong, to be fixed and uploaded again
         * @description Each product in it can be uploaded on its own: in a canonical file its first rejected row also gets the product’s cells from other rows; in other dialects its rows without errors are included.
         */
        get: operations["exportDraftErrors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products/imports/{draft_id}/recheck": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Preview the stored file again against the current catalog, and keep it for another hour */
        post: operations["recheckDraft"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products/imports/{draft_id}/rows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The preview's rows, in the order of the file */
        get: operations["listDraftRows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products/imports/mappings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The remembered mappings of columns, newest first */
        get: operations["listMappings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products/imports/mappings/{mapping_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Forget a mapping: the next file with its columns asks again what they are */
        delete: operations["deleteMapping"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products/imports/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The history of import runs, newest first */
        get: operations["listRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products/imports/runs/{run_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** An import run, with the first page of its image outcomes */
        get: operations["getRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products/imports/runs/{run_id}/changes.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Every change of the run, before and after */
        get: operations["exportRunChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products/imports/runs/{run_id}/errors.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The rows that were left out, as the error report of the draft had them */
        get: operations["exportRunErrors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products/imports/runs/{run_id}/images": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What became of the images of a run */
        get: operations["listRunImages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products/imports/runs/{run_id}/retry-images": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Request the rejected and failed images of a run again */
        post: operations["retryImages"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products/imports/runs/{run_id}/rows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The rows as they were applied, and those that were left out with their errors */
        get: operations["listRunRows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products/imports/runs/{run_id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview what would restore everything that the run changed and nobody has changed since
         * @description Nothing is changed before the draft is confirmed. Products that the run added become archived; variants and images that it added stay.
         */
        post: operations["undoRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products/imports/template": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** An example CSV in the canonical format, which imports without an error */
        get: operations["getTemplate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How much the catalog holds */
        get: operations["summarizeCatalog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the gateway runs */
        get: operations["isAlive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the gateway reaches the services */
        get: operations["isReady"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Draft: {
            /** Format: date-time */
            created_at: string;
            created_by: components["schemas"]["Person"] | null;
            delimiter: ("," | ";" | "\t" | "|") | null;
            /** @enum {string} */
            dialect: "canonical" | "shopify_legacy" | "shopify" | "woocommerce" | "medusa" | "bigcommerce_v2" | "bigcommerce_v3" | "magento2" | "wix" | "etsy" | "lightspeed" | "mapped";
            /** Format: uuid */
            draft_id: string;
            /** @enum {string} */
            encoding: "utf-8" | "utf-16le" | "utf-16be" | "windows-1250" | "windows-1251" | "windows-1252" | "windows-1253" | "windows-1254" | "windows-1255" | "windows-1256" | "windows-1257" | "macintosh" | "koi8-r" | "shift_jis" | "euc-jp" | "gbk" | "big5" | "euc-kr" | "xlsx";
            /** Format: date-time */
            expires_at: string;
            file_name: string | null;
            importable: boolean;
            /** @description What the columns of the file were said to be; null where nothing was said. */
            mapping?: components["schemas"]["UsedMapping"] | null;
            origin: components["schemas"]["DraftOrigin"];
            preview: {
                adds: number;
                clears: number;
                errors: number;
                next_cursor: string | null;
                rows: components["schemas"]["DraftRow"][];
                unchanged: number;
                updates: number;
            };
            product_count: number;
            row_count: number;
            storefront_id: string;
            /** @description The first 200; names are cut at 200 characters. */
            unknown_columns: components["schemas"]["UnknownColumn"][];
            unknown_columns_count: number;
            warnings: components["schemas"]["FileWarning"][];
        };
        DraftOrigin: {
            /** @enum {string} */
            kind: "file" | "undo";
            run_id: string | null;
        };
        DraftPage: {
            drafts: components["schemas"]["DraftSummary"][];
            next_cursor: string | null;
        };
        DraftRow: {
            /** @description Values of more than 4,000 characters are cut, from where they begin to differ on; a row shows at most 64,000 characters of them, and a warning `changes_not_shown` says how many more changes it has. */
            changes: components["schemas"]["FieldChange"][];
            entities: ("product" | "variant" | "image")[];
            errors: components["schemas"]["RowError"][];
            handle: string | null;
            /** @enum {string} */
            kind: "add" | "update" | "unchanged" | "error";
            /** @description What the catalog shows of the images that `changes` are about, by the address that it has for them: of 100 images at most; absent where there is none. */
            pictures?: components["schemas"]["RowPicture"][];
            row: number;
            sku: string | null;
            title: string | null;
            /** @description The variants that the row is about, with their options; absent where the product has none, and of drafts of earlier releases. */
            variants?: components["schemas"]["RowVariant"][];
            warnings: components["schemas"]["RowWarning"][];
        };
        DraftRowPage: {
            next_cursor: string | null;
            rows: components["schemas"]["DraftRow"][];
        };
        DraftSummary: {
            /** Format: date-time */
            created_at: string;
            created_by: components["schemas"]["Person"] | null;
            delimiter: ("," | ";" | "\t" | "|") | null;
            /** @enum {string} */
            dialect: "canonical" | "shopify_legacy" | "shopify" | "woocommerce" | "medusa" | "bigcommerce_v2" | "bigcommerce_v3" | "magento2" | "wix" | "etsy" | "lightspeed" | "mapped";
            /** Format: uuid */
            draft_id: string;
            /** @enum {string} */
            encoding: "utf-8" | "utf-16le" | "utf-16be" | "windows-1250" | "windows-1251" | "windows-1252" | "windows-1253" | "windows-1254" | "windows-1255" | "windows-1256" | "windows-1257" | "macintosh" | "koi8-r" | "shift_jis" | "euc-jp" | "gbk" | "big5" | "euc-kr" | "xlsx";
            /** Format: date-time */
            expires_at: string;
            file_name: string | null;
            importable: boolean;
            /** @description What the columns of the file were said to be; null where nothing was said. */
            mapping?: components["schemas"]["UsedMapping"] | null;
            origin: components["schemas"]["DraftOrigin"];
            preview: {
                adds: number;
                clears: number;
                errors: number;
                unchanged: number;
                updates: number;
            };
            product_count: number;
            row_count: number;
            storefront_id: string;
            /** @description The first 200; names are cut at 200 characters. */
            unknown_columns: components["schemas"]["UnknownColumn"][];
            unknown_columns_count: number;
            warnings: components["schemas"]["FileWarning"][];
        };
        FieldChange: {
            after: string | null;
            before: string | null;
            /** @enum {string} */
            entity: "product" | "variant" | "image";
            field: string;
            /** @description Where the row is about several variants: which of its `variants`, from 0; without it, the first. */
            variant?: number;
        };
        FileColumn: {
            name: string;
            /** @description The first three different cells that hold something; long ones are cut. */
            samples: string[];
            /** @description The canonical column that it probably is. */
            suggestion: string | null;
        };
        FileWarning: {
            code: string;
            message: string;
            /** @description What an explanation in another language needs besides the column and the value: `case`, and what that one names (docs/design.md). */
            parameters?: {
                [key: string]: string | number;
            };
            row?: number;
        };
        ImageOutcome: {
            attempts: number;
            /** Format: uuid */
            image_id: string;
            message: string | null;
            /** @enum {string} */
            outcome: "pending" | "fetched" | "rejected" | "failed";
            product_handle: string;
            reason: ("address_blocked" | "resolution_rejected" | "url_not_allowed" | "too_many_redirects" | "too_large" | "not_an_image" | "http_error" | "network_error" | "timeout" | "storage_error" | "attempts_exhausted") | null;
            renditions: ("original" | "detail" | "card" | "thumb")[];
            url: string;
        };
        ImageOutcomePage: {
            image_outcomes: components["schemas"]["ImageOutcome"][];
            next_cursor: string | null;
        };
        /**
         * @description How a row finds its product: by the mapped handle; by a SKU of the catalog, or by a handle made of the title where it is new; or by a handle made of the title.
         * @enum {string}
         */
        MappingIdentity: "handle" | "variant_sku" | "title";
        /** @description What the columns of the file are. Columns that it leaves out are ignored and listed. `{}`: what is remembered for the file’s header is not used. */
        MappingRequest: {
            /** @description The canonical column (`variant_price`, `metadata.<key>`, …) by the name in the file’s header. */
            columns?: {
                [key: string]: string;
            };
            /** @description Without it, the file’s own format is kept, and `columns` may only name `metadata.<key>` for columns that it does not read. */
            identity?: components["schemas"]["MappingIdentity"];
            /** @description Whether the next upload with the same columns is read so at once. */
            remember?: boolean;
        };
        Person: {
            name: string | null;
            sub: string;
        };
        RememberedMapping: {
            /** @description The canonical column (`variant_price`, `metadata.<key>`, …) by the name in the file’s header. */
            columns: {
                [key: string]: string;
            };
            /** Format: date-time */
            created_at: string;
            /** @description Who sent it last. */
            created_by: components["schemas"]["Person"] | null;
            /** @description The names of the file that it was made for, in its order: the first 200, cut at 200 characters. */
            header: string[];
            identity: components["schemas"]["MappingIdentity"];
            /** Format: date-time */
            last_used_at: string;
            /** Format: uuid */
            mapping_id: string;
        };
        RememberedMappingPage: {
            mappings: components["schemas"]["RememberedMapping"][];
            next_cursor: string | null;
        };
        RowError: {
            code: string;
            column: string | null;
            message: string;
            /** @description What an explanation in another language needs besides the column and the value: `case`, and what that one names (docs/design.md). */
            parameters?: {
                [key: string]: string | number;
            };
            value: string | null;
        };
        RowPicture: {
            /** Format: uuid */
            image_id: string;
            renditions: ("original" | "detail" | "card" | "thumb")[];
            url: string;
        };
        RowVariant: {
            options: {
                name: string;
                value: string;
            }[];
            sku: string | null;
        };
        RowWarning: {
            code: string;
            column: string | null;
            message: string;
            /** @description What an explanation in another language needs besides the column and the value: `case`, and what that one names (docs/design.md). */
            parameters?: {
                [key: string]: string | number;
            };
            value: string | null;
        };
        Run: {
            added: number;
            completed_at: string | null;
            confirmed_by: components["schemas"]["Person"] | null;
            /** Format: date-time */
            created_at: string;
            created_by: components["schemas"]["Person"] | null;
            details_until: string | null;
            dialect: ("canonical" | "shopify_legacy" | "shopify" | "woocommerce" | "medusa" | "bigcommerce_v2" | "bigcommerce_v3" | "magento2" | "wix" | "etsy" | "lightspeed" | "mapped") | null;
            /** Format: uuid */
            draft_id: string;
            duration_ms: number;
            errored: number;
            file_name: string | null;
            image_counts: {
                failed: number;
                fetched: number;
                pending: number;
                rejected: number;
            };
            image_outcomes: components["schemas"]["ImageOutcome"][];
            image_progress: {
                handled: number;
                percent: number;
                total: number;
            };
            row_count: number | null;
            /** Format: uuid */
            run_id: string;
            /** @enum {string} */
            status: "fetching_images" | "completed";
            storefront_id: string;
            unchanged: number;
            undoes: string | null;
            undone_by: string | null;
            updated: number;
        };
        RunPage: {
            next_cursor: string | null;
            runs: components["schemas"]["RunSummary"][];
        };
        RunSummary: {
            added: number;
            completed_at: string | null;
            confirmed_by: components["schemas"]["Person"] | null;
            /** Format: date-time */
            created_at: string;
            created_by: components["schemas"]["Person"] | null;
            details_until: string | null;
            dialect: ("canonical" | "shopify_legacy" | "shopify" | "woocommerce" | "medusa" | "bigcommerce_v2" | "bigcommerce_v3" | "magento2" | "wix" | "etsy" | "lightspeed" | "mapped") | null;
            /** Format: uuid */
            draft_id: string;
            duration_ms: number;
            errored: number;
            file_name: string | null;
            image_counts: {
                failed: number;
                fetched: number;
                pending: number;
                rejected: number;
            };
            image_progress: {
                handled: number;
                percent: number;
                total: number;
            };
            row_count: number | null;
            /** Format: uuid */
            run_id: string;
            /** @enum {string} */
            status: "fetching_images" | "completed";
            storefront_id: string;
            unchanged: number;
            undoes: string | null;
            undone_by: string | null;
            updated: number;
        };
        Summary: {
            image_count: number;
            product_count: number;
            products_by_status: {
                active: number;
                archived: number;
                draft: number;
            };
            storefront_id: string;
            variant_count: number;
        };
        UnknownColumn: {
            name: string;
            nearest: string | null;
        };
        UploadForm: {
            /** Format: binary */
            file: string;
            mapping?: components["schemas"]["MappingRequest"];
        };
        UsedMapping: {
            /** @description The canonical column (`variant_price`, `metadata.<key>`, …) by the name in the file’s header. */
            columns: {
                [key: string]: string;
            };
            /** @description Null where columns of a known format were only added. */
            identity: components["schemas"]["MappingIdentity"] | null;
            /** @description Null where it is not remembered. */
            mapping_id: string | null;
            /** @description True where it was remembered from an earlier upload and not sent with this one. */
            remembered: boolean;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    describeApi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An OpenAPI 3.1 document. */
            200: {
                headers: {
                    /** @description The id of the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        openapi: string;
                    };
                };
            };
        };
    };
    exportCatalog: {
        parameters: {
            query?: {
                /** @description zip: the same in parts that can each be imported, of at most 5,000 rows and 10 MB, named catalog-<status>-001.csv and so on. */
                format?: "csv" | "zip";
                /** @description Only products of this status. */
                status?: "all" | "active" | "draft" | "archived";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The catalog. */
            200: {
                headers: {
                    /** @description Names the file catalog-<status>-<UTC>.csv, or .zip. */
                    "Content-Disposition"?: string;
                    /** @description How many products it holds. */
                    "X-Catalog-Product-Count"?: string;
                    /** @description The id of the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                    "text/csv": string;
                };
            };
        };
    };
    readRendition: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The image. */
                image_id: string;
                /** @description Its size. */
                rendition: "original" | "detail" | "card" | "thumb";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The picture. */
            200: {
                headers: {
                    /** @description A year: an image never changes. */
                    "Cache-Control"?: string;
                    /** @description Of these bytes. */
                    ETag?: string;
                    /** @description The id of the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "image/webp": string;
                };
            };
            /** @description The caller has it already (If-None-Match). */
            304: {
                headers: {
                    /** @description The id of the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listDrafts: {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the page before; without it, the first page. */
                cursor?: string;
                /** @description How many items a page holds, at most: it also ends before 1 MB of JSON. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of import drafts. */
            200: {
                headers: {
                    /** @description The id of the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DraftPage"];
                };
            };
        };
    };
    createDraft: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text, new for each request, such as a UUID. Within 24 hours a repeat with the same key has the answer of the first. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description The file: at most 10 MB, 5,000 data rows, 1,000 columns and 1,000,000 cells; a workbook at most 100 MB once unpacked. Its type is detected from its bytes. Its name is that of the form’s part; of bytes, that of `Content-Disposition`, where it is sent. A form may also say what the columns are, as JSON of at most 64 KiB in the field `mapping`. */
        requestBody: {
            content: {
                "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                "multipart/form-data": components["schemas"]["UploadForm"];
                "text/csv": string;
            };
        };
        responses: {
            /** @description The import draft, with the first page of its rows. */
            201: {
                headers: {
                    /** @description The address of what was created. */
                    Location?: string;
                    /** @description The id of the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Draft"];
                };
            };
        };
    };
    getDraft: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The import draft. */
                draft_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The import draft. */
            200: {
                headers: {
                    /** @description The id of the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Draft"];
                };
            };
        };
    };
    cancelDraft: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The import draft. */
                draft_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The draft is gone. */
            204: {
                headers: {
                    /** @description The id of the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    confirmDraft: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text, new for each request, such as a UUID. Within 24 hours a repeat with the same key has the answer of the first. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The import draft. */
                draft_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run of an earlier confirm of this draft. */
            200: {
                headers: {
                    /** @description The address of what was created. */
                    Location?: string;
                    /** @description The id of the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
            /** @description The import run. */
            201: {
                headers: {
                    /** @description The address of what was created. */
                    Location?: string;
                    /** @description The id of the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
        };
    };
    exportDraftErrors: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The import draft. */
                draft_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rejected rows. */
            200: {
                headers: {
                    /** @description The id of the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    recheckDraft: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The import draft. */
                draft_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The import draft. */
            200: {
                headers: {
                    /** @description The id of the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Draft"];
                };
            };
        };
    };
    listDraftRows: {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the page before; without it, the first page. */
                cursor?: string;
                /** @description Only rows of this kind; repeat it for several. */
                kind?: ("add" | "update" | "unchanged" | "error")[];
                /** @description How many items a page holds, at most: it also ends before 1 MB of JSON. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description The import draft. */
                draft_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of rows. */
            200: {
                headers: {
                    /** @description The id of the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DraftRowPage"];
                };
            };
        };
    };
    listMappings: {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the page before; without it, the first page. */
                cursor?: string;
                /** @description How many items a page holds, at most: it also ends before 1 MB of JSON. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of mappings. */
            200: {
                headers: {
                    /** @description The id of the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RememberedMappingPage"];
                };
            };
        };
    };
    deleteMapping: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The remembered mapping. */
                mapping_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The mapping is gone. */
            204: {
                headers: {
                    /** @description The id of the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listRuns: {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the page before; without it, the first page. */
                cursor?: string;
                /** @description How many items a page holds, at most: it also ends before 1 MB of JSON. */
                limit?: number;
                /** @description Only runs whose file’s name has this in it, in any case. */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of runs. */
            200: {
                headers: {
                    /** @description The id of the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunPage"];
                };
            };
        };
    };
    getRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The import run. */
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The import run. */
            200: {
                headers: {
                    /** @description The id of the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
        };
    };
    exportRunChanges: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The import run. */
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The changes: row, handle, sku, entity, field, before, after. */
            200: {
                headers: {
                    /** @description The id of the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    exportRunErrors: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The import run. */
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rows that were left out. */
            200: {
                headers: {
                    /** @description The id of the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    listRunImages: {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the page before; without it, the first page. */
                cursor?: string;
                /** @description How many items a page holds, at most: it also ends before 1 MB of JSON. */
                limit?: number;
                /** @description Only images of this outcome. */
                outcome?: "pending" | "fetched" | "rejected" | "failed";
            };
            header?: never;
            path: {
                /** @description The import run. */
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of image outcomes. */
            200: {
                headers: {
                    /** @description The id of the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImageOutcomePage"];
                };
            };
        };
    };
    retryImages: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The import run. */
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The import run. */
            202: {
                headers: {
                    /** @description The id of the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
        };
    };
    listRunRows: {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the page before; without it, the first page. */
                cursor?: string;
                /** @description Only rows of this kind; repeat it for several. */
                kind?: ("add" | "update" | "unchanged" | "error")[];
                /** @description How many items a page holds, at most: it also ends before 1 MB of JSON. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description The import run. */
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of rows. */
            200: {
                headers: {
                    /** @description The id of the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DraftRowPage"];
                };
            };
        };
    };
    undoRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The import run. */
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The import draft, with the first page of its rows. */
            201: {
                headers: {
                    /** @description The address of what was created. */
                    Location?: string;
                    /** @description The id of the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Draft"];
                };
            };
        };
    };
    getTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The example. */
            200: {
                headers: {
                    /** @description The id of the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    summarizeCatalog: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts. */
            200: {
                headers: {
                    /** @description The id of the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Summary"];
                };
            };
        };
    };
    isAlive: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It runs. */
            200: {
                headers: {
                    /** @description The id of the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "ok";
                    };
                };
            };
        };
    };
    isReady: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It does. */
            200: {
                headers: {
                    /** @description The id of the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "ok";
                    };
                };
            };
        };
    };
}
