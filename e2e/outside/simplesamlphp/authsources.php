<?php

$config = [
    'admin' => ['core:AdminPassword'],

    // The service provider: Gatehouse signs its users in.
    'gatehouse' => [
        'saml:SP',
        'entityID' => getenv('HOME_ADDRESS') . '/sp',
        'idp' => getenv('GATEHOUSE'),
        'privatekey' => 'own.key',
        'certificate' => 'own.crt',
        'sign.authnrequest' => true,
        'sign.logout' => true,
        'assertion.encryption' => true,
    ],

    // The identity provider: these are the employees of an enterprise.
    'employees' => [
        'exampleauth:UserPass',
        'grace:nanoseconds' => [
            'uid' => ['grace'],
            'email' => ['grace@navy.example'],
            'displayName' => ['Grace Hopper'],
        ],
    ],
];
